import type { OpenAPIObject } from '@nestjs/swagger';

const PREFIX = '#/components/schemas/';

/** Removes the schemas to which nothing in the document points, directly or through another schema. */
export function keepUsedSchemas(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const follow = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref' && typeof value === 'string') use(value.replace(PREFIX, ''));
      else follow(value);
    }
  };
  const use = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    follow(schemas[name]);
  };
  follow(document.paths);
  follow(document.webhooks);
  document.components = {
    ...document.components,
    schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
  };
}
