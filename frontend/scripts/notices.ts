// The licences of everything that other people wrote and the page contains, as one file beside it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'third-party-notices.txt';
const DRAWN = ['milsymbol']; // the strokes of src/lib/symbols.ts: no module of the page, but in it

interface Package {
  name: string;
  version: string;
  license?: string;
}

/** The folder of the package that a module belongs to, if it is none of ours. */
export function packageOf(module: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/'))?.[1];
}

/** A package's name, version and the text of its licence; without that text nobody may pass it on. */
export function notice(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (!file) throw new Error(`${about.name} has no licence file: its notice cannot be written`);
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return `${about.name} ${about.version} (${about.license ?? 'see below'})\n\n${text}\n`;
}

export function notices(root: string): Plugin {
  return {
    name: 'third-party-notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? Object.keys(part.modules) : [],
      );
      const drawn = DRAWN.map((name) => join(root, 'node_modules', name));
      const folders = [...new Set([...modules.map(packageOf), ...drawn])].filter((folder) => folder !== undefined);
      const source = folders
        .sort()
        .map(notice)
        .join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: FILE, source });
    },
  };
}
