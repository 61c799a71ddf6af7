/** @import { EmailTemplate } from './types.d.ts' */

/**
 * What a new template begins with: an email about a document that could be sent as it is.
 *
 * @type {Pick<EmailTemplate, 'name' | 'type' | 'parser' | 'data' | 'inlineStyles'>}
 */
export const STARTER_TEMPLATE = {
  name: null,
  type: 'mjml',
  parser: 'hbs',
  inlineStyles: true,
  data: `<mjml lang="{{language}}">
  <mj-head>
    <mj-title>{{subject}}</mj-title>
    <mj-preview>{{content}}</mj-preview>
    <mj-attributes>
      <mj-all font-family="Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="1.5" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#f4f4f4">
    <mj-section background-color="#ffffff">
      <mj-column>
        <mj-text>
          {{#if clientFirstName}}Hello {{clientFirstName}},{{else}}Hello,{{/if}}
        </mj-text>
        <mj-text>{{content}}</mj-text>
        <mj-button
          href="{{link.href}}"
          background-color="#0f766e"
          font-size="16px"
        >{{link.text}}</mj-button>
        <mj-text>{{company.name}}</mj-text>
      </mj-column>
    </mj-section>
    {{#if unsubscribeUrl}}
    <mj-section>
      <mj-column>
        <mj-text align="center" font-size="13px">
          <a href="{{unsubscribeUrl}}">Unsubscribe</a>
        </mj-text>
      </mj-column>
    </mj-section>
    {{/if}}
  </mj-body>
</mjml>
`,
};
