import type { DemoFolder } from './demo-folder.js';
import type { DemoReceiver } from './demo-receiver.js';
import { DEMO_TEMPLATE } from './demo-template.js';
import { ServiceClient } from './service-client.js';

/** The company of the demo's partner. */
export const DEMO_COMPANY = 1;

const PARTNER_NAME = 'Demo partner';

interface WithId {
  readonly id: number;
}

/** The objects of the demo in the service. */
export interface DemoObjects {
  readonly partnerId: number;
  readonly templateId: number;
  readonly subscriptionId: number;
  /** The service under the partner's API key. */
  readonly partner: ServiceClient;
  /** The key, if it was just created: it is shown this once. */
  readonly newApiKey: string | null;
}

/**
 * Creates the objects that do not exist yet, and notes each in the folder. Objects of an interrupted start are found
 * again, except for an API key, which is never shown twice.
 * @throws CallFailed
 */
export async function makeObjects(
  folder: DemoFolder,
  operator: ServiceClient,
  under: (key: string) => ServiceClient,
  receiver: DemoReceiver,
  receiverUrl: string,
): Promise<DemoObjects> {
  const partnerId = folder.state.partnerId ?? (await makePartner(operator));
  folder.note({ partnerId });
  const newApiKey = folder.apiKey() === null ? await makeApiKey(operator, partnerId) : null;
  if (newApiKey !== null) folder.saveApiKey(newApiKey);
  const partner = under(newApiKey ?? folder.apiKey() ?? '');
  const templateId = folder.state.templateId ?? (await makeTemplate(partner));
  folder.note({ templateId });
  const subscriptionId =
    folder.state.subscriptionId ?? (await makeSubscription(partner, receiver, receiverUrl));
  folder.note({ subscriptionId });
  return { partnerId, templateId, subscriptionId, partner, newApiKey };
}

async function makePartner(operator: ServiceClient): Promise<number> {
  const present = await operator.json<(WithId & { name: string })[]>('/internal/partner');
  const known = present.find(({ name }) => name === PARTNER_NAME);
  const body = { name: PARTNER_NAME };
  const { id } = known ?? (await operator.json<WithId>('/internal/partner', { method: 'POST', body }));
  await operator.text(`/internal/partner/${id}/company/${DEMO_COMPANY}`, { method: 'PUT' });
  return id;
}

async function makeApiKey(operator: ServiceClient, partnerId: number): Promise<string> {
  const path = `/internal/partner/${partnerId}/apiKey`;
  const { key } = await operator.json<{ key: string }>(path, { method: 'POST', body: { label: 'Demo' } });
  return key;
}

async function makeTemplate(partner: ServiceClient): Promise<number> {
  const body = { name: 'Demo: document email', type: 'mjml', parser: 'hbs', data: DEMO_TEMPLATE };
  const options = { method: 'POST', body, idempotencyKey: 'demo-template' } as const;
  const { id } = await partner.json<WithId>('/partner/emailTemplate', options);
  const assignment = { method: 'PUT', body: { templateId: id } } as const;
  await partner.text('/partner/emailTemplateAssignment/document', assignment);
  return id;
}

async function makeSubscription(
  partner: ServiceClient,
  { username, password }: DemoReceiver,
  url: string,
): Promise<number> {
  const body = {
    type: 'document.accepted',
    isActive: true,
    url,
    authType: 'basicauth',
    authData: { username, password },
    includePaths: ['id', 'status', 'data.name', 'client.name'],
    conditions: { status: 'accepted', 'data.amount': { $gte: 1000 } },
  };
  const options = { method: 'POST', body, idempotencyKey: 'demo-subscription' } as const;
  return (await partner.json<WithId>('/partner/webhookSubscription', options)).id;
}

/**
 * Gives the subscription the receiver's address, which changes if its port is taken, and the receiver the signing
 * secret.
 * @throws CallFailed
 */
export async function introduce(
  { partner, subscriptionId }: DemoObjects,
  receiver: DemoReceiver,
  receiverUrl: string,
): Promise<void> {
  const path = `/partner/webhookSubscription/${subscriptionId}`;
  const { url } = await partner.json<{ url: string }>(path);
  if (url !== receiverUrl) await partner.text(path, { method: 'PUT', body: { url: receiverUrl } });
  const { secret } = await partner.json<{ secret: string }>(`${path}/secret`);
  receiver.secret = secret;
}
