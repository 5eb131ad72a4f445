/** The front door of books: what makes a list of tales something to take away. */
export { createAnswerBook } from './answer-book.ts';
