import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productionResources } from '../diagram.ts';
import { root } from '../paths.ts';
import { nightPicture } from './night.ts';
import { pagesPicture } from './pages.ts';
import { scorePicture } from './score.ts';

export const picturesFolder = join(root, 'docs', 'pictures');

/** The pictures of the docs, by file name. They show facts of the code, so a test compares the files with this. */
export function pictures(): Readonly<Record<string, string>> {
  return {
    'night.svg': nightPicture(productionResources()),
    'pages.svg': pagesPicture(),
    'score.svg': scorePicture(),
  };
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(pictures())) writeFileSync(join(picturesFolder, name), text);
  console.log('docs/pictures written');
}
