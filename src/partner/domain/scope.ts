/** The rights of a credential: `read` for GET, HEAD and other routes that change nothing, `write` for the rest. */
export const scopes = ['read', 'write'] as const;

export type Scope = (typeof scopes)[number];

export function isScope(value: unknown): value is Scope {
  return value === 'read' || value === 'write';
}
