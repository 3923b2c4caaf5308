import { currentLanguage } from './language';
import type { Language } from './locale';
import { operatorDe } from './operator.de';
import { operatorEn } from './operator.en';

const TEXTS: Record<Language, typeof operatorEn> = { en: operatorEn, de: operatorDe };

/** The texts of the operator's console, which come with it and not with the page. Read them while rendering. */
export const operatorTexts = (): typeof operatorEn => TEXTS[currentLanguage()];
