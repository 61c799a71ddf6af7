import { arrayLiteral } from '../../database/array-literal.js';
import { type JournalEmail, type JournalGroup, leaseOf, type OwnedLane } from '../domain/lane-store.js';

/** The parameters of a group with callers' keys. */
export function keyParameters({ keys, entries: all }: JournalGroup): unknown[] {
  return [
    keys.map(({ companyId }) => companyId),
    keys.map(({ key }) => key),
    keys.map(({ deliveries }) => deliveries),
    keys.map(({ emails }) => emails),
    all.map(({ isKeyed }) => isKeyed),
  ];
}

/** The parameters of a group with ordered deliveries. */
export function turnParameters(lane: OwnedLane, { entries: all, leaseMs }: JournalGroup): unknown[] {
  const turns = all.flatMap(({ inTurn, ...entry }) => inTurn.map((one) => ({ ...entry, ...one })));
  return [
    turns.map(({ eventId }) => eventId),
    turns.map(({ subscriptionId }) => subscriptionId),
    turns.map(({ partnerId }) => partnerId),
    turns.map(({ typeId }) => typeId),
    turns.map(({ subscriptionsVersion }) => subscriptionsVersion),
    turns.map(({ isKept }) => isKept),
    leaseOf(lane),
    leaseMs,
  ];
}

/** The parameters of every group. The texts of all events are one binary parameter, which the statement splits. */
export function eventParameters(
  laneId: number,
  { companyIds, partnerIds, matchedVersions, entries: all }: JournalGroup,
): unknown[] {
  const texts: Buffer[] = [];
  const starts: number[] = [];
  const projectionLengths: number[] = [];
  const jsonLengths: number[] = [];
  let end = 1;
  for (const { projections, json } of all) {
    const [first, second] = [Buffer.from(projections), Buffer.from(json)];
    texts.push(first, second);
    starts.push(end);
    projectionLengths.push(first.length);
    jsonLengths.push(second.length);
    end += first.length + second.length;
  }
  return [
    arrayLiteral(companyIds),
    arrayLiteral(matchedVersions.map(({ companyId }) => companyId)),
    arrayLiteral(matchedVersions.map(({ partnerId }) => partnerId)),
    arrayLiteral(matchedVersions.map(({ subscriptionsVersion }) => subscriptionsVersion)),
    arrayLiteral(partnerIds),
    arrayLiteral(all.map(({ partnerId }) => partnerId)),
    arrayLiteral(all.map(({ eventId }) => eventId)),
    arrayLiteral(all.map(({ companyId }) => companyId)),
    all.map(({ key }) => key),
    all.map(({ type }) => type),
    all.map(({ typeId }) => typeId),
    arrayLiteral(all.map(({ createdAt }) => createdAt.toISOString())),
    arrayLiteral(all.map(({ isTest }) => isTest)),
    all.map(({ subscriptionIds }) => arrayLiteral(subscriptionIds)),
    all.map(({ subscriptionProjections }) => arrayLiteral(subscriptionProjections)),
    arrayLiteral(all.map(({ subscriptionsVersion }) => subscriptionsVersion)),
    arrayLiteral(starts),
    arrayLiteral(projectionLengths),
    arrayLiteral(jsonLengths),
    laneId,
    Buffer.concat(texts),
  ];
}

/** The parameter of a group with emails. */
export function emailParameter(emails: readonly JournalEmail[]): string {
  return JSON.stringify(
    emails.map(({ eventId, typeId, emailId, request, company, brand }) => ({
      id: emailId,
      event_id: eventId,
      type_id: typeId,
      kind: request.kind,
      recipient: request.to,
      language: request.language,
      given: request.given,
      company,
      brand,
      bytes: request.attachments.reduce((sum, { content }) => sum + Buffer.byteLength(content, 'base64'), 0),
      attachments: request.attachments,
    })),
  );
}
