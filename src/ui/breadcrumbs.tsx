/** Where one is: links down to the page itself, which is the last and no link. */
export function Breadcrumbs({ trail, here }: { trail: readonly { name: string; href: string }[]; here: string }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {trail.map((step) => (
          <li key={step.href}>
            <a href={step.href}>{step.name}</a>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
