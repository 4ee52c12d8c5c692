// A pending payment is kept for this tab and page, so that a reload continues it.

const keyOf = (path: string) => `PENDING_PAYMENT:${path}`;

export function findPendingPayment(path: string): number | undefined {
  try {
    const id = Number(sessionStorage.getItem(keyOf(path)));
    return Number.isInteger(id) && id > 0 ? id : undefined;
  } catch {
    return undefined;
  }
}

export function keepPendingPayment(path: string, paymentId: number): void {
  try {
    sessionStorage.setItem(keyOf(path), String(paymentId));
  } catch {
    // Without storage a reload starts again, and the server joins the payment in progress.
  }
}

export function forgetPendingPayment(path: string): void {
  try {
    sessionStorage.removeItem(keyOf(path));
  } catch {
    // Without storage nothing was kept.
  }
}
