/** A company whose events reach a partner. Companies are known by their ids alone; they belong to another service. */
export class PartnerCompany {
  constructor(
    readonly partnerId: number,
    readonly companyId: number,
    readonly createdAt: Date,
  ) {}
}
