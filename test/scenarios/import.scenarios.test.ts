import { tell } from '../support/scenario/tell.ts';

tell('import.md');
