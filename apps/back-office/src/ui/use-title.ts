// The title of the tab: the page, and before it the number of overdue queues.

import { useEffect } from 'react';

let title = document.title;
let overdue = 0;

function write(): void {
  document.title = overdue > 0 ? `(${overdue}) ${title}` : title;
}

export function noteOverdue(count: number): void {
  overdue = count;
  write();
}

export function useTitle(page: string): void {
  useEffect(() => {
    title = page;
    write();
  }, [page]);
}
