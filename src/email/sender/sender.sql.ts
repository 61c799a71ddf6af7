/** What an email needs of its partner: the name, and the sender if the partner has its own. */
export interface SendingPartner {
  readonly name: string;
  readonly from: string | null;
  readonly dkimDomain: string | null;
  readonly dkimSelector: string | null;
  readonly sealedDkimKey: string | null;
}

/** A query for the sending partner whose id is this expression. Returns no row for a company without a partner. */
export function sendingPartner(partnerId: string): string {
  return `SELECT p.name, s.from_address AS "from", s.dkim_domain AS "dkimDomain", s.dkim_selector AS "dkimSelector",
      s.sealed_dkim_key AS "sealedDkimKey"
    FROM partner p LEFT JOIN partner_sender s ON s.partner_id = p.id WHERE p.id = ${partnerId}`;
}
