import { type Language, languages } from '../../src/rendering/domain/email-request.js';
import { valueHelpers } from '../../src/rendering/formats/handlebars/value-helpers.js';

/** Registers the value helpers with Handlebars itself, which tests compare with. */
export function registerValueHelpers(environment: Pick<typeof Handlebars, 'registerHelper'>): void {
  for (const [name, { evaluate, mayBeVariable }] of valueHelpers) {
    environment.registerHelper(name, function call(this: unknown, ...values: unknown[]) {
      const options = values.pop();
      if (values.length === 0 && mayBeVariable === true) return memberOf(this, name);
      return evaluate(values, namedIn(options), languageOf(options));
    });
  }
}

/** The named arguments. Handlebars passes its options as the last parameter. */
function namedIn(options: unknown): Readonly<Record<string, unknown>> {
  const hash = memberOf(options, 'hash');
  return typeof hash === 'object' ? { ...hash } : {};
}

function languageOf(options: unknown): Language {
  const language = memberOf(memberOf(memberOf(options, 'data'), 'root'), 'language');
  return languages.find((known) => known === language) ?? 'en';
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
