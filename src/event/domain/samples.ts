/** A sample document with fictional people. */
export function sampleDocument(status: string): Readonly<Record<string, unknown>> {
  return {
    id: '5f3a1c9e7b2d4c0012ab34cd',
    status,
    companyId: 1,
    data: {
      name: 'Offer 1042: kitchen renovation',
      language: 'en',
      amount: 125000,
      externalReferences: [{ service: 'crm', id: 'deal-1042' }],
    },
    client: { firstName: 'Ada', name: 'Ada Lindgren', email: 'ada@client.example' },
  };
}

/** A sample company expense. */
export function sampleCompanyExpense(): Readonly<Record<string, unknown>> {
  return {
    id: '6a1b2c3d4e5f60718293a4b5',
    companyId: 1,
    data: { name: 'Travel to site', amount: 1250, currency: 'SEK' },
  };
}
