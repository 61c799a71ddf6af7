/**
 * SQL that passes on the turns of removed rows of delivery_attempt: `removed` has their partner_id, subscription_id and
 * document. It is to be read in the statement that removes them, and returns the deliveries whose turn it is.
 */
export function passTurns(removed: string): string {
  return `SELECT p.* FROM (
      SELECT array_agg(partner_id) AS partner_ids, array_agg(subscription_id) AS subscription_ids,
        array_agg(document) AS documents
      FROM ${removed} WHERE document IS NOT NULL
    ) AS r
    CROSS JOIN LATERAL pass_turns(r.partner_ids, r.subscription_ids, r.documents, NULL, NULL, NULL) AS p
    WHERE r.documents IS NOT NULL`;
}

/** Names the turns of a document. */
export function turnOf(subscriptionId: number, document: string | null): string {
  return `${subscriptionId} ${document}`;
}
