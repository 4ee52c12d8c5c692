// A payment on its way, kept for this tab and page: a reload goes on where it was.

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
    // Without storage a reload asks again, and the server joins the payment that is under way.
  }
}

export function forgetPendingPayment(path: string): void {
  try {
    sessionStorage.removeItem(keyOf(path));
  } catch {
    // Nothing was kept.
  }
}
