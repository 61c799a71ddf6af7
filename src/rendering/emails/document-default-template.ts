import type { Language } from '../domain/email-request.js';
import type { TemplateSource } from '../domain/template-source.js';
import { defaultTemplate, documentName, mainButton, paragraph, plainAddress } from './default-template.js';
import { emailTexts, defaultTemplateTexts } from './email-texts.js';

/** The default template of the document email. */
export function documentDefaultTemplate(language: Language): TemplateSource {
  return defaultTemplate(language, {
    preview: '{{content}}',
    logo: 'logoUrl',
    heading: emailTexts[language].document.heading,
    names: ['clientFirstName', 'client.name'],
    body: [paragraph('{{content}}'), documentName, mainButton('link'), plainAddress(language, 'link')].join(
      '\n        ',
    ),
    end: `{{#if unsubscribeUrl}}<br /><a href="{{unsubscribeUrl}}">${defaultTemplateTexts[language].unsubscribe}</a>{{/if}}`,
  });
}
