import { catalogue } from '../i18n/words';
import { subscriptionsEn } from './words-en';
import { subscriptionsSv } from './words-sv';

export const subscriptionsTexts = catalogue({ en: subscriptionsEn, sv: subscriptionsSv });
