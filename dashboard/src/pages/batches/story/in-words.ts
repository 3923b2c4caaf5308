import { t } from '../../../texts';

/** A span of time in one unit, as people say it. */
export function inWords(seconds: number): string {
  if (seconds < 60) return t.story.seconds(Math.max(1, Math.round(seconds)));
  if (seconds < 7200) return t.story.minutes(Math.round(seconds / 60));
  if (seconds < 172_800) return t.story.hours(Math.round(seconds / 3600));
  return t.story.days(Math.round(seconds / 86_400));
}
