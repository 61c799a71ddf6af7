import type { Language } from '../domain/email-request.js';
import type { TemplateSource } from '../domain/template-source.js';
import {
  defaultTemplate,
  documentName,
  mainButton,
  otherButton,
  paragraph,
  plainAddress,
} from './default-template.js';

/** The default template of the receipt email. */
export function clientPdfDefaultTemplate(language: Language): TemplateSource {
  return defaultTemplate(language, {
    preview: '{{textConfirmation}}',
    heading: '{{title}}',
    names: ['client.name'],
    body: [
      paragraph('{{textConfirmation}}'),
      documentName,
      paragraph('{{textAttachment}}'),
      mainButton('documentLink'),
      otherButton('pdfLink'),
      plainAddress(language, 'documentLink'),
    ].join('\n        '),
    below:
      '{{#if magicLink}}<mj-text align="center" css-class="ink">{{magicLink.pre}}<br /><a href="{{magicLink.href}}">{{magicLink.text}}</a></mj-text>{{/if}}',
  });
}
