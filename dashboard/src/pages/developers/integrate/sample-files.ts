import curl from './samples/curl.txt?raw';
import go from './samples/go.txt?raw';
import php from './samples/php.txt?raw';
import python from './samples/python.txt?raw';
import typescript from './samples/typescript.txt?raw';
import type { Language } from './samples';

export const SAMPLE_FILES: Record<Language, string> = { curl, typescript, python, php, go };
