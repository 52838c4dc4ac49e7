import type { Board, BoardQuery } from '#contract/board.ts';
import { get } from './request.ts';

export const readBoard = (query: BoardQuery): Promise<Board> => get('/api/v1/board', { query });
