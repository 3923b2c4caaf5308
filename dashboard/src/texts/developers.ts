import { developersDe } from './developers.de';
import { developersEn, type DeveloperTexts } from './developers.en';
import { currentLanguage } from './language';
import type { Language } from './locale';

const TEXTS: Record<Language, DeveloperTexts> = { en: developersEn, de: developersDe };

/** The texts of the pages for developers, which come with them. Read them while rendering. */
export const developerTexts = (): DeveloperTexts => TEXTS[currentLanguage()];
