import { EntitySchema } from 'typeorm';
import { PartnerCompany } from './domain/partner-company.js';

/** The companies of partners, many to many. */
export const PartnerCompanySchema = new EntitySchema<PartnerCompany>({
  name: 'PartnerCompany',
  target: PartnerCompany,
  tableName: 'partner_company',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    companyId: { name: 'company_id', type: 'int', primary: true },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  },
  indices: [{ name: 'partner_company_by_company', columns: ['companyId'] }],
});
