/** An email about a document: MJML, with variables and branches of handlebars. */
export const DEMO_TEMPLATE = `<mjml lang="{{language}}">
  <mj-head>
    <mj-title>{{subject}}</mj-title>
    <mj-preview>{{content}}</mj-preview>
    <mj-attributes>
      <mj-all font-family="Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="#243746" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#eef2f3">
    <mj-section padding="28px 0 12px">
      <mj-column>
        {{#if logoUrl}}
        <mj-image src="{{logoUrl}}" alt="{{company.name}}" width="140px" />
        {{else}}
        <mj-text align="center" font-size="20px" font-weight="bold" color="#0b5d57">{{company.name}}</mj-text>
        {{/if}}
      </mj-column>
    </mj-section>
    <mj-section background-color="#0b5d57" border-radius="10px 10px 0 0" padding="32px 24px 24px">
      <mj-column>
        <mj-text color="#ffffff" font-size="26px" line-height="32px" font-weight="bold">{{subject}}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section background-color="#ffffff" border-radius="0 0 10px 10px" padding="24px">
      <mj-column>
        <mj-text>{{#if clientFirstName}}Hello {{clientFirstName}},{{else}}Hello,{{/if}}</mj-text>
        <mj-text>{{content}}</mj-text>
        {{#if document.data.name}}
        <mj-table font-size="15px" color="#243746" padding="12px 25px">
          <tr style="border-bottom: 1px solid #dde5e7">
            <td style="padding: 8px 0; color: #5c7080">Document</td>
            <td style="padding: 8px 0; text-align: right">{{document.data.name}}</td>
          </tr>
          {{#if document.data.amount}}
          <tr>
            <td style="padding: 8px 0; color: #5c7080">Amount</td>
            <td style="padding: 8px 0; text-align: right">{{document.data.amount}}</td>
          </tr>
          {{/if}}
        </mj-table>
        {{/if}}
        <mj-button href="{{link.href}}" background-color="#0b5d57" border-radius="6px" font-size="16px" inner-padding="14px 28px" padding="16px 25px">{{link.text}}</mj-button>
      </mj-column>
    </mj-section>
    <mj-section padding="16px 24px 32px">
      <mj-column>
        <mj-text align="center" font-size="12px" line-height="18px" color="#5c7080">
          Sent to {{email}} by {{company.name}}, {{year}}.
          {{#if unsubscribeUrl}}<br /><a href="{{unsubscribeUrl}}" style="color: #5c7080">Unsubscribe</a>{{/if}}
        </mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;

/** The document of the event, as the document service describes it. */
export function demoDocument(id: string) {
  return {
    id,
    status: 'accepted',
    companyId: 1,
    data: { name: 'Offer 1042: kitchen renovation', amount: 125000 },
    client: { firstName: 'Ada', name: 'Ada Lindgren', email: 'ada@client.example' },
  };
}

/** The sender company, as its emails show it. */
export const DEMO_COMPANY_OBJECT = { name: 'Nordic Kitchens' };

/** The email that the event requests. */
export const DEMO_EMAIL = {
  kind: 'document',
  to: 'ada@client.example',
  language: 'en',
  subject: 'Your accepted offer',
  content: 'You have accepted the offer of Nordic Kitchens. Open it to read it again.',
  clientFirstName: 'Ada',
  link: { href: 'https://documents.example/offer-1042', text: 'Open the offer' },
  unsubscribeUrl: 'https://documents.example/unsubscribe',
};
