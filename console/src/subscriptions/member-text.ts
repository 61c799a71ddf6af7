import { words } from '../i18n/words';
import { conditionText } from './condition-text';
import { subscriptionsTexts } from './words';

/** The label of a member in the form. The members of the credentials have one label together. */
export function memberName(member: string): string {
  const t = words(subscriptionsTexts);
  const names: Readonly<Record<string, string>> = {
    type: t.event,
    url: t.url,
    isActive: t.active,
    authType: t.auth,
    authData: t.authSecrets,
    authentication: t.auth,
    includePaths: t.includePaths,
    conditions: t.conditions,
    signing: t.signing,
    ordering: t.ordering,
    maxPerSecond: t.maxPerSecond,
    deleteWhen: t.deleteWhen,
  };
  return names[member] ?? member;
}

/** The value of a member, line by line, in the words of the form. */
export function memberLines(member: string, value: unknown): readonly string[] {
  const t = words(subscriptionsTexts);
  if (value === null || value === undefined) return ['–'];
  if (typeof value === 'boolean') return [value ? t.yes : t.no];
  if (Array.isArray(value)) return value.length === 0 ? ['–'] : value.map(String);
  if (typeof value === 'object')
    return member === 'conditions' ? conditionLines(value) : [JSON.stringify(value, null, 2)];
  const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    signing: { hmac: t.signingHmac, ed25519: t.signingKeys },
    ordering: { none: t.orderingNone, document: t.orderingDocument },
    deleteWhen: { deliveryFailed: t.deleteWhenDelivery, endpointFailed: t.deleteWhenEndpoint },
  };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [choices[member]?.[text] ?? text];
}

function conditionLines(conditions: object): readonly string[] {
  return Object.entries(conditions).map(([path, expected]) => conditionText(path, expected));
}
