import { feedbackStepsDe } from './feedback-steps.de';
import { feedbackStepsEn, type FeedbackSteps } from './feedback-steps.en';
import { currentLanguage } from './language';
import type { Language } from './locale';

const STEPS: Record<Language, FeedbackSteps> = { en: feedbackStepsEn, de: feedbackStepsDe };

export const feedbackSteps = (): FeedbackSteps => STEPS[currentLanguage()];
