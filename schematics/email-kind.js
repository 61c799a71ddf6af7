/** @import { Rule } from '@angular-devkit/schematics' */
const { applyTemplates, apply, chain, mergeWith, move, url } = require('@angular-devkit/schematics');
const { constantNameOf, fileNameOf } = require('./names');
const { changeRegistry, requireFree, withListed } = require('./registry');

const FOLDER = 'src/rendering/emails';

/**
 * Adds a kind of email: its declaration, its default template, and its line in the registry.
 *
 * @param {{ name: string }} options
 * @returns {Rule}
 */
function emailKind({ name: typed }) {
  const name = constantNameOf(typed, 'an email kind');
  const file = fileNameOf(name);
  const written = apply(url('./files/email-kind'), [applyTemplates({ name, file }), move(FOLDER)]);
  return chain([
    (tree) => requireFree(tree.exists(`${FOLDER}/${file}.ts`), `${FOLDER}/${file}.ts`),
    mergeWith(written),
    (tree) =>
      changeRegistry(tree, `${FOLDER}/email-kinds.ts`, (text) =>
        withListed(text, { declaration: 'emailKinds', entry: name, from: file }),
      ),
    (_tree, { logger }) =>
      logger.info(`Added the email kind ${name}. Events can request it, and partners can assign templates to it.
Next: in ${FOLDER}/${file}.ts, describe its purpose, and declare its variables and their defaults. In
${file}-default-template.ts, write the template for partners that assign none.`),
  ]);
}

module.exports = { emailKind };
