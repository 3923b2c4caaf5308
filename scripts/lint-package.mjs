import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

/** `node scripts/lint-package.mjs <folder> <tarball>`: what is wrong with a package's `exports` and types, as a list of JSON. */
const [, , folder, tarball] = process.argv;
const { messages } = await publint({ pkgDir: folder, strict: true });
const { problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
process.stdout.write(JSON.stringify([...messages, ...problems]));
