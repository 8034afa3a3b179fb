import { expect, it } from 'vitest';
import { localBoards } from '../../bin/local/front/boards.ts';

it('a board that got no key asks for one again', async () => {
  let asked = 0;
  const keyOf = () => {
    asked += 1;
    return Promise.reject(new Error(`no key ${asked}`));
  };
  const accounts = () => [{ customerId: 'acme', name: 'Acme', apiKey: 'k' }];
  const { answer } = localBoards({ accounts, baseUrl: () => 'http://localhost:1', keyOf });
  const board = () => answer({ url: '/docs/board/acme', headers: { host: 'localhost' } });

  expect((await board())?.body).toBe('There is no board: no key 1');
  expect((await board())?.body).toBe('There is no board: no key 2');
});
