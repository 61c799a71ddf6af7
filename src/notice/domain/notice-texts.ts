import type { Language } from '../../rendering/domain/email-request.js';
import { englishNoticeTexts } from './notice-texts-en.js';
import { swedishNoticeTexts } from './notice-texts-sv.js';
import type { NoticeTexts } from './notice-words.js';

/** The texts of notices in every language. */
export const noticeTexts: Readonly<Record<Language, NoticeTexts>> = {
  sv: swedishNoticeTexts,
  en: englishNoticeTexts,
};
