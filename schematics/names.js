const { SchematicsException } = require('@angular-devkit/schematics');

/**
 * The name as used by the API. The Nest CLI turns typed capitals into dashes, so `signed-twice` and `signedTwice` are
 * the same name: signedTwice.
 *
 * @param {string} typed
 */
function nameOf(typed) {
  return typed.replace(/-+([a-z0-9])/gi, (_, letter) => letter.toUpperCase());
}

/**
 * The name as used in file names: signed-twice.
 *
 * @param {string} name
 */
function fileNameOf(name) {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/**
 * The name, which is also that of a constant.
 *
 * @param {string} typed
 * @param {string} what the kind of name, for the message
 */
function constantNameOf(typed, what) {
  const name = nameOf(typed);
  if (/^[a-z][A-Za-z0-9]*$/.test(name) && !RESERVED.has(name)) return name;
  throw new SchematicsException(
    `“${typed}” cannot be the name of ${what}: letters and digits, a small letter first, none of JavaScript’s own words.`,
  );
}

const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

module.exports = { constantNameOf, fileNameOf, nameOf };
