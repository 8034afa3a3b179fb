import * as facts from '../../../shared/table/facts/facts.ts';
import { type FactWriter, type Writing, writingFacts } from '../../../shared/table/facts/writer.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';

// Every call is the whole run of a writer.

export interface TestWriter extends Omit<Writing, 'clock' | 'confirm'>, Partial<Pick<Writing, 'clock' | 'confirm'>> {
  /** Called after a run that left the lists behind. */
  readonly changed?: (account: Account) => Promise<unknown>;
}

async function asWriter<T>(writer: TestWriter, account: Account, work: (writer: FactWriter) => Promise<T>): Promise<T> {
  const { result, isBehind } = await writingFacts(
    { clock: () => 0, confirm: async () => undefined, ...writer },
    account,
    work,
  );
  if (isBehind) await writer.changed?.(account);
  return result;
}

export function writeFacts(writer: TestWriter, account: Account, given: readonly facts.Fact[]) {
  return asWriter(writer, account, (each) => facts.writeFacts(each, account, given));
}

export function removeClient(writer: TestWriter, account: Account, id: string) {
  return asWriter(writer, account, (each) => facts.removeClient(each, account, id));
}

export function removePortfolio(writer: TestWriter, account: Account, id: string) {
  return asWriter(writer, account, (each) => facts.removePortfolio(each, account, id));
}
