import curl from './samples/curl.txt?raw';
import go from './samples/go.txt?raw';
import php from './samples/php.txt?raw';
import pythonClient from './samples/python-client.txt?raw';
import python from './samples/python.txt?raw';
import typescriptClient from './samples/typescript-client.txt?raw';
import typescript from './samples/typescript.txt?raw';
import type { SampleName } from './samples';

export const SAMPLE_FILES: Record<SampleName, string> = {
  ...{ curl, typescript, python, php, go },
  'typescript-client': typescriptClient,
  'python-client': pythonClient,
};
