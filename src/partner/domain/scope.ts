/** What a credential may do: `read` answers GET and HEAD and whatever changes nothing, `write` all the rest. */
export const scopes = ['read', 'write'] as const;

export type Scope = (typeof scopes)[number];

export function isScope(value: unknown): value is Scope {
  return value === 'read' || value === 'write';
}
