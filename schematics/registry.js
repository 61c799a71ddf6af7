/** @import { Tree } from '@angular-devkit/schematics' */
const { SchematicsException } = require('@angular-devkit/schematics');

const LOCAL_IMPORT = /^import \{ .+ \} from '\.\/(.+)\.js';$/;
const LINE_WIDTH = 110;

/**
 * Rewrites a registry.
 *
 * @param {Tree} tree
 * @param {string} path
 * @param {(text: string) => string} change
 */
function changeRegistry(tree, path, change) {
  tree.overwrite(path, change(tree.readText(path)));
}

/**
 * The text with one more entry at the end of the list that `declaration` declares, and its import.
 *
 * @param {string} text
 * @param {{ declaration: string, entry: string, from: string }} addition `from` is the file beside the registry
 */
function withListed(text, { declaration, entry, from }) {
  const list = new RegExp(`(${declaration}[^=\n]*= )([[{])([^\\]}]*)([\\]}])`);
  const found = list.exec(text);
  if (found === null)
    throw new SchematicsException(`There is no list “${declaration}” to add “${entry}” to.`);
  const [all, start = '', open, inner = '', close] = found;
  const entries = [...inner.split(',').map((one) => one.trim()), entry].filter((one) => one !== '');
  const [before, after] = open === '{' ? ['{ ', ' }'] : ['[', ']'];
  const line = `${start}${before}${entries.join(', ')}${after}`;
  const lines = `${start}${open}\n${entries.map((one) => `  ${one},\n`).join('')}${close}`;
  const written = line.length < LINE_WIDTH && !inner.includes('\n') ? line : lines;
  return withImport(
    text.replace(all, () => written),
    entry,
    from,
  );
}

/**
 * The text with one more import, in its place by the name of the file.
 *
 * @param {string} text
 * @param {string} name
 * @param {string} from
 */
function withImport(text, name, from) {
  const lines = text.split('\n');
  const fileOf = (/** @type {string} */ line) => LOCAL_IMPORT.exec(line)?.[1];
  const later = lines.findIndex((line) => (fileOf(line) ?? '') > from);
  const last = lines.findLastIndex((line) => fileOf(line) !== undefined);
  lines.splice(later < 0 ? last + 1 : later, 0, `import { ${name} } from './${from}.js';`);
  return lines.join('\n');
}

/**
 * Refuses a name that already exists.
 *
 * @param {boolean} isTaken
 * @param {string} what
 */
function requireFree(isTaken, what) {
  if (isTaken) throw new SchematicsException(`There is ${what} already. Nothing was changed.`);
}

module.exports = { changeRegistry, requireFree, withListed };
