import type { Language } from '../domain/email-request.js';
import { TemplateSource } from '../domain/template-source.js';

/** The built-in template of the document email. */
export function documentLook(language: Language): TemplateSource {
  return new TemplateSource(
    'mjml',
    'hbs',
    `<mjml lang="${language}"><mj-head><mj-title>{{subject}}</mj-title></mj-head><mj-body><mj-section><mj-column>
<mj-text>{{company.name}}</mj-text><mj-text>{{content}}</mj-text>
<mj-button href="{{link.href}}">{{link.text}}</mj-button>
{{#if unsubscribeUrl}}<mj-text><a href="{{unsubscribeUrl}}">Unsubscribe</a></mj-text>{{/if}}
</mj-column></mj-section></mj-body></mjml>`,
  );
}
