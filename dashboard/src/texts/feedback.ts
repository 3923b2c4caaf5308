import { feedbackDe } from './feedback.de';
import { feedbackEn, type FeedbackTexts } from './feedback.en';
import { currentLanguage } from './language';
import type { Language } from './locale';

const TEXTS: Record<Language, FeedbackTexts> = { en: feedbackEn, de: feedbackDe };

/** The texts of the pages about feedback, which come with them. Read them while rendering. */
export const feedbackTexts = (): FeedbackTexts => TEXTS[currentLanguage()];
