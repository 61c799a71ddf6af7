/** @import { Rule } from '@angular-devkit/schematics' */
const { SchematicsException } = require('@angular-devkit/schematics');
const { nameOf } = require('./names');
const { changeRegistry, requireFree } = require('./registry');

const REGISTRY = 'src/event/domain/event-types.ts';
const ENTRY = /^ {2}'([^']+)': /gm;
const END = '} as const satisfies';

/**
 * Adds an event that partners can subscribe to: an entry in its registry, after the others of its subject.
 *
 * @param {{ name: string }} options
 * @returns {Rule}
 */
function eventType({ name: typed }) {
  return (tree, { logger }) => {
    const name = nameOf(typed);
    const [, subject, verb] = /^([a-z][A-Za-z0-9]*)\.([a-z][A-Za-z0-9]*)$/.exec(name) ?? [];
    if (subject === undefined || verb === undefined) {
      throw new SchematicsException(
        `“${typed}” cannot be the name of an event type: a subject, a dot and what happened to it, as document.archived.`,
      );
    }
    changeRegistry(tree, REGISTRY, (text) => {
      const entries = [...text.matchAll(ENTRY)];
      requireFree(
        entries.some(([, other]) => other === name),
        `an event type ${name}`,
      );
      const last = entries.findLastIndex(([, other]) => other?.startsWith(`${subject}.`));
      const next = last < 0 ? undefined : entries[last + 1];
      const place = next?.index ?? text.indexOf(END);
      return `${text.slice(0, place)}${entryOf(name, subject, verb)}${text.slice(place)}`;
    });
    logger.info(`Added ${name} to ${REGISTRY}. Partners can subscribe to it, and POST /internal/event accepts it.
Next: describe in \`meaning\` what happened, and make \`sample\` look like real data (src/event/domain/samples.ts).
If only some partners may subscribe, add a \`feature\`.`);
  };
}

/**
 * @param {string} name
 * @param {string} subject
 * @param {string} verb
 */
function entryOf(name, subject, verb) {
  const words = (/** @type {string} */ text) =>
    text.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  const article = /^[aeiou]/.test(subject) ? 'An' : 'A';
  return `  '${name}': {
    meaning: '${article} ${words(subject)} was ${words(verb)}.',
    sample: sampleDocument('${verb}'),
  },
`;
}

module.exports = { eventType };
