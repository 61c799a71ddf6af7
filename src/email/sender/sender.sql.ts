/** The parts of a partner that an email needs: the name, and the sender if it has one of its own. */
export interface SendingPartner {
  readonly name: string;
  readonly from: string | null;
  readonly dkimDomain: string | null;
  readonly dkimSelector: string | null;
  readonly sealedDkimKey: string | null;
}

/** The sending partner whose id is this expression; no row for a company without a partner. */
export function sendingPartner(partnerId: string): string {
  return `SELECT p.name, s.from_address AS "from", s.dkim_domain AS "dkimDomain", s.dkim_selector AS "dkimSelector",
      s.sealed_dkim_key AS "sealedDkimKey"
    FROM partner p LEFT JOIN partner_sender s ON s.partner_id = p.id WHERE p.id = ${partnerId}`;
}
