import { clientDetail, clientHistory, clientKeyPeople, clientNotes, clientPriorities } from './answers/client.ts';
import { group } from './endpoint.ts';
import { daysOfHistory, notesBefore, notesLimit } from './parameters.ts';

export const clientRecordsGroup = group(
  'client-records',
  'One client: score and topics, history, priorities, notes and key people.',
  {
    getClient: {
      path: '/clients/{client_id}',
      summary: 'Read one client',
      description: 'A client with its score, the topics behind the score, 90 days of history and a summary.',
      query: {},
      answer: clientDetail,
    },
    getClientHistory: {
      path: '/clients/{client_id}/history',
      summary: "Read a client's score history",
      description: 'One score per day, oldest first, without gaps.',
      query: { days: daysOfHistory },
      answer: clientHistory,
    },
    getClientPriorities: {
      path: '/clients/{client_id}/priorities',
      summary: "Read a client's priorities",
      description: 'The topics with a score below 140, most severe first, with recommendations for each.',
      query: {},
      answer: clientPriorities,
    },
    listClientNotes: {
      path: '/clients/{client_id}/notes',
      summary: "List a client's notes",
      description: 'Newest first. `before` continues a page.',
      query: { limit: notesLimit, before: notesBefore },
      answer: clientNotes,
    },
    listClientKeyPeople: {
      path: '/clients/{client_id}/key-people',
      summary: "List a client's key people",
      description: 'Ordered by name.',
      query: {},
      answer: clientKeyPeople,
    },
  },
);
