import type { Language } from '../domain/email-request.js';
import type { TemplateSource } from '../domain/template-source.js';
import { builtInLook, documentName, mainButton, paragraph, plainAddress } from './built-in-look.js';
import { lookTexts } from './email-texts.js';

/** The built-in template of the document email. */
export function documentLook(language: Language): TemplateSource {
  return builtInLook(language, {
    preview: '{{content}}',
    logo: 'logoUrl',
    heading: '{{subject}}',
    names: ['clientFirstName', 'client.name'],
    body: [paragraph('{{content}}'), documentName, mainButton('link'), plainAddress(language, 'link')].join(
      '\n        ',
    ),
    end: `{{#if unsubscribeUrl}}<br /><a href="{{unsubscribeUrl}}">${lookTexts[language].unsubscribe}</a>{{/if}}`,
  });
}
