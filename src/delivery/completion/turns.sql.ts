/**
 * SQL that passes on the turns of removed rows of delivery_attempt, and returns the deliveries whose turn it is. Use it
 * in the statement that removes the rows; `removed` names a query with their partner_id, subscription_id and document.
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

/** Identifies an ordered sequence of deliveries: a subscription and a document. */
export function turnOf(subscriptionId: number, document: string | null): string {
  return `${subscriptionId} ${document}`;
}
