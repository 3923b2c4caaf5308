import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
export const root = join(__dirname, '..', '..');

/** Makes `dist` of the clients, unless it is newer than their sources; for `beforeAll`. */
export async function buildClients(): Promise<void> {
  await exec(process.execPath, [join(root, 'scripts', 'build-clients.mjs')], { cwd: root });
}

/** The code of a README's fences of this language, in their order. */
export function samplesOf(client: string, language: string): string[] {
  const readme = readFileSync(join(root, 'clients', client, 'README.md'), 'utf8');
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );
}

/** A folder of somebody who installed a client by its path, as npm does it. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'evs_project_'));

  constructor(clients: Record<string, string>) {
    mkdirSync(join(this.folder, 'node_modules'));
    for (const [name, home] of Object.entries(clients)) {
      symlinkSync(join(root, 'clients', home), join(this.folder, 'node_modules', name));
    }
  }

  write(file: string, text: string): string {
    const path = join(this.folder, file);
    writeFileSync(path, text);
    return path;
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Runs Node here. @throws with what it wrote, when it fails */
  async node(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const { PATH = '' } = process.env;
    const { stdout } = await exec(process.execPath, args, { cwd: this.folder, env: { PATH, ...env } });
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
