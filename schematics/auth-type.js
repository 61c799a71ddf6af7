/** @import { Rule } from '@angular-devkit/schematics' */
const { applyTemplates, apply, chain, mergeWith, move, url } = require('@angular-devkit/schematics');
const { constantNameOf, fileNameOf } = require('./names');
const { changeRegistry, requireFree, withListed } = require('./registry');

const FOLDER = 'src/webhook-subscription/domain/auth';

/**
 * Adds a way in which deliveries prove to the partner’s server where they come from: its file, and its line in the
 * registry.
 *
 * @param {{ name: string }} options
 * @returns {Rule}
 */
function authType({ name: typed }) {
  const name = constantNameOf(typed, 'an auth type');
  const file = `${fileNameOf(name)}-auth`;
  const constant = `${name}Auth`;
  const written = apply(url('./files/auth-type'), [
    applyTemplates({ name, file, constant, header: fileNameOf(name) }),
    move(FOLDER),
  ]);
  return chain([
    (tree) => {
      const folder = tree.getDir(FOLDER);
      const isTaken = folder.subfiles.some((one) => folder.file(one)?.content.includes(`name: '${name}'`));
      requireFree(isTaken, `an auth type ${name}`);
      requireFree(tree.exists(`${FOLDER}/${file}.ts`), `${FOLDER}/${file}.ts`);
    },
    mergeWith(written),
    (tree) =>
      changeRegistry(tree, `${FOLDER}/auth-types.ts`, (text) =>
        withListed(text, { declaration: 'authTypes', entry: constant, from: file }),
      ),
    (_tree, { logger }) =>
      logger.info(`${name} is an auth type: subscriptions can have it, and the API documents say so.
Next: in ${FOLDER}/${file}.ts say which \`members\` the credentials have, what is wrong with a value
(\`problemIn\`), and which \`headers\` carry them. docs/extending.md goes through it with a bearer token.`),
  ]);
}

module.exports = { authType };
