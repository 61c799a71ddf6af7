/** @import { Rule } from '@angular-devkit/schematics' */
const { applyTemplates, apply, chain, mergeWith, move, url } = require('@angular-devkit/schematics');
const { constantNameOf, fileNameOf } = require('./names');
const { changeRegistry, requireFree, withListed } = require('./registry');

const FOLDER = 'src/rendering/formats';

/**
 * Adds a template type: its file, and its place in the registry.
 *
 * @param {{ name: string }} options
 * @returns {Rule}
 */
function templateType({ name: typed }) {
  const name = constantNameOf(typed, 'a template type');
  return format(name, {
    files: './files/template-type',
    declaration: 'templateTypes',
    next: `Added the template type ${name}. Templates can use it, and the API documents list it.
Next: in ${fileOf(name)}, turn its text into HTML (\`compile\`). \`check\`, \`warnings\` and \`rules\` are optional
(format.ts). If you need a library, put the compiler into a folder and import it in \`load\`, like mjml.ts.`,
  });
}

/**
 * Adds a template parser: its file, and its place in the registry.
 *
 * @param {{ name: string }} options
 * @returns {Rule}
 */
function templateParser({ name: typed }) {
  const name = constantNameOf(typed, 'a template parser');
  return format(name, {
    files: './files/template-parser',
    declaration: 'templateParsers',
    next: `Added the template parser ${name}. Templates can use it, and the API documents list it.
Next: in ${fileOf(name)}, write the pattern of an expression. To do more than print variables, implement
VariableBinder (format.ts).`,
  });
}

/** @param {string} name */
function fileOf(name) {
  return `${FOLDER}/${fileNameOf(name)}.ts`;
}

/**
 * @param {string} name
 * @param {{ files: string, declaration: string, next: string }} kind
 * @returns {Rule}
 */
function format(name, { files, declaration, next }) {
  const file = fileNameOf(name);
  const written = apply(url(files), [applyTemplates({ name, file }), move(FOLDER)]);
  return chain([
    (tree) => requireFree(tree.exists(fileOf(name)), fileOf(name)),
    mergeWith(written),
    (tree) =>
      changeRegistry(tree, `${FOLDER}/formats.ts`, (text) =>
        withListed(text, { declaration, entry: name, from: file }),
      ),
    (_tree, { logger }) => logger.info(next),
  ]);
}

module.exports = { templateParser, templateType };
