import type { Language } from '../domain/email-request.js';
import { TemplateSource } from '../domain/template-source.js';

/** The built-in template of the receipt. */
export function clientPdfLook(language: Language): TemplateSource {
  return new TemplateSource(
    'mjml',
    'hbs',
    `<mjml lang="${language}"><mj-head><mj-title>{{subject}}</mj-title></mj-head><mj-body><mj-section><mj-column>
<mj-text>{{title}}</mj-text><mj-text>{{textConfirmation}}</mj-text><mj-text>{{textAttachment}}</mj-text>
<mj-button href="{{documentLink.href}}">{{documentLink.text}}</mj-button>
<mj-button href="{{pdfLink.href}}">{{pdfLink.text}}</mj-button>
{{#if magicLink}}<mj-text>{{magicLink.pre}} <a href="{{magicLink.href}}">{{magicLink.text}}</a></mj-text>{{/if}}
</mj-column></mj-section></mj-body></mjml>`,
  );
}
