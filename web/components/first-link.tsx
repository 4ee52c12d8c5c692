type FirstLinkProps = { headline: string; line: string; description: string };

/** What a shared link is about, until its page has loaded. */
export function FirstLink({ headline, line, description }: FirstLinkProps) {
  return (
    <>
      <header className="bg-stage text-white">
        <div className="wrap grid gap-2 pt-20 pb-5 desk:pt-40 desk:pb-8">
          <h1 className="text-36 leading-none font-extrabold tracking-[-0.035em] text-balance wrap-anywhere desk:text-48">
            {headline}
          </h1>
          <p className="text-15 text-white/86">{line}</p>
        </div>
      </header>
      <div className="wrap grid min-h-[60vh] content-start gap-2 pt-6">
        <p className="text-16 font-[650]">{description}</p>
        <p role="status" className="text-15 text-ink-2">
          Loading...
        </p>
      </div>
    </>
  );
}
