import { describe, expect, it } from 'vitest';
import { replaceSection } from '../../bin/diagram/section.ts';
import { renderSection, required } from '../support/benchmarks.ts';

describe('a section of docs/proof.md', () => {
  const document = 'Head\n<!-- a -->\nold\n<!-- /a -->\n<!-- b -->\nkept\n<!-- /b -->\n';

  it('is replaced without changes to the other sections', () => {
    expect(replaceSection(document, 'a', 'new')).toBe(document.replace('old', 'new'));
  });

  it('is appended when the document does not have it yet', () => {
    expect(replaceSection(document, 'c', 'new')).toBe(`${document}\n<!-- c -->\nnew\n<!-- /c -->\n`);
  });

  it('lists its missing figures', () => {
    const { missing } = renderSection(
      (figure) =>
        `${figure('calls', 3)} ${figure('units', undefined)} ${figure('CPU', Number.NaN)} ${figure('zero', 0)}`,
    );

    expect(missing).toEqual(['units', 'CPU']);
  });

  it('lists a figure without which it cannot be rendered', () => {
    const { missing } = renderSection((figure) => figure('units', undefined) + required('a ratio', undefined));

    expect(missing).toEqual(['units', 'a ratio']);
  });

  it('is not hidden by a mistake in its rendering', () => {
    const render = () => {
      throw new TypeError('a mistake');
    };

    expect(() => renderSection(render)).toThrow('a mistake');
  });
});

it('a check fails if its figure is missing', () => {
  expect(() => required('the night of 100,000 clients', undefined)).toThrow(
    'there is no figure for the night of 100,000 clients',
  );
  expect(required('calls', 0)).toBe(0);
});
