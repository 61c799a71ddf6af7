import { authTypes, eventTypes } from '../api/catalogue';
import { Refusal } from '../api/refusal';
import type { Schema } from '../api/client';
import { words } from '../i18n/words';
import { type ConditionRow, conditionsOf, rowsOf } from './condition-rows';
import type { Subscription } from './subscription-calls';
import { subscriptionsTexts } from './words';

type Change = Schema<'WebhookSubscriptionChange'>;

/** The mask of a stored secret. If it is sent back, the secret stays. */
const MASK = '********';

/** The state of a subscription's form. */
export interface Draft {
  readonly type: Subscription['type'];
  readonly url: string;
  readonly isActive: boolean;
  readonly deleteWhen: Subscription['deleteWhen'];
  readonly ordering: Subscription['ordering'];
  readonly signing: Subscription['signing'];
  /** A typed number; '' for no limit. */
  readonly maxPerSecond: string;
  /** '' for none. */
  readonly authType: string;
  /** The typed values by auth type and member; '' keeps a stored secret. */
  readonly authData: Readonly<Record<string, string>>;
  /** One path per line. */
  readonly includePaths: string;
  readonly rows: readonly ConditionRow[];
  /** The text of the conditions while they are edited as JSON; else null. */
  readonly json: string | null;
}

const newDraft: Draft = {
  type: 'document.accepted',
  url: '',
  isActive: true,
  deleteWhen: 'deliveryFailed',
  ordering: 'none',
  signing: 'hmac',
  maxPerSecond: '',
  authType: '',
  authData: {},
  includePaths: 'id\nstatus\ndata.name',
  rows: [],
  json: null,
};

/** A new subscription, to this type of event if there is one of that name. */
export function newDraftFor(type: string | null): Draft {
  const known = eventTypes.find((one) => one.type === type);
  return known === undefined ? newDraft : { ...newDraft, type: known.type as Draft['type'] };
}

export function draftOf(subscription: Subscription): Draft {
  const { type, url, isActive, deleteWhen, authType, includePaths, conditions } = subscription;
  const { maxPerSecond, signing, ordering } = subscription;
  const rows = rowsOf(conditions ?? {});
  return {
    type,
    url,
    isActive,
    deleteWhen,
    ordering,
    signing,
    maxPerSecond: maxPerSecond === null ? '' : String(maxPerSecond),
    authType: authType ?? '',
    authData: authType === null ? {} : typedData(authType, storedData(subscription)),
    includePaths: includePaths.join('\n'),
    rows: rows ?? [],
    json: rows === null ? JSON.stringify(conditions, null, 2) : null,
  };
}

/** The stored members of `authData`, with secrets masked. */
export function storedData({ authData }: Pick<Subscription, 'authData'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(authData ?? {}).map(([name, value]) => [name, value]));
}

/** True if an empty field keeps the stored secret. */
export function isKept(stored: string | undefined): boolean {
  return stored === MASK;
}

/**
 * The body for the API. `stored` are the stored credentials.
 * @throws Refusal at `/conditions` if their text is not JSON
 */
export function changeOf(draft: Draft, stored: Readonly<Record<string, string>>): Change {
  const { type, url, isActive, deleteWhen, authType } = draft;
  const auth = authTypes.find(({ name }) => name === authType);
  const members = (auth?.members ?? [])
    .map(({ name, isRequired, choices }) => {
      const typed = draft.authData[`${authType}/${name}`] ?? choices?.[0] ?? '';
      const value = typed === '' && isKept(stored[name]) ? MASK : typed;
      return { name, value, isSent: value !== '' || isRequired };
    })
    .filter(({ isSent }) => isSent);
  return {
    ...filterOf(draft),
    url: url.trim(),
    isActive,
    deleteWhen,
    ordering: draft.ordering,
    signing: draft.signing,
    maxPerSecond: draft.maxPerSecond.trim() === '' ? null : Number(draft.maxPerSecond),
    authType: (auth?.name ?? null) as Change['authType'],
    authData: (auth === undefined
      ? null
      : Object.fromEntries(members.map(({ name, value }) => [name, value]))) as Change['authData'],
    type,
  };
}

/** The part of a draft that affects the body, for previews. */
export function filterOf({ type, includePaths, rows, json }: Draft) {
  return {
    type,
    includePaths: includePaths
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    conditions: json === null ? conditionsOf(rows) : parsed(json),
  };
}

function parsed(json: string): Record<string, unknown> | null {
  if (json.trim() === '') return null;
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch (error) {
    const message = words(subscriptionsTexts).invalidJson(error instanceof Error ? error.message : '');
    throw new Refusal({ status: 400, code: 'invalid_json', errors: [{ pointer: '/conditions', message }] });
  }
}

function typedData(authType: string, stored: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(stored).map(([name, value]) => [
    `${authType}/${name}`,
    isKept(value) ? '' : value,
  ]);
  return Object.fromEntries(shown) as Record<string, string>;
}
