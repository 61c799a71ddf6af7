import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The elements of MJML in the version that renders: the allowed content of each, and its attributes with their types
 * and defaults. The editor completes from it.
 */
export function mjmlElements() {
  const preset = require('mjml-preset-core');
  const { components, dependencies } = preset.default ?? preset;
  const entries = components.map((each) => {
    const { componentName: name, allowedAttributes = {}, defaultAttributes = {} } = each.default ?? each;
    const attributes = Object.entries(allowedAttributes).map(([attribute, type]) => [
      attribute,
      { type, usual: defaultAttributes[attribute] ?? null },
    ]);
    const children = (dependencies[name] ?? []).filter((child) => typeof child === 'string');
    return [name, { children, attributes: Object.fromEntries(attributes) }];
  });
  return Object.fromEntries(entries);
}
