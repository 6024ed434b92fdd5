import ScrollFitting
import Testing

@testable import Reports

struct MarkdownTests {
  @Test("Hostile names are escaped in Markdown") func hostileFit() {
    #expect(
      ReportFormat.markdown.render(Samples.hostile) == """
        ## &lt;img onerror=alert(1)&gt;\\|"a\\_b\\`\\*\\\\n,🛼\\\\u{1b}\\[31m\\\\u{202e}.csv, series &lt;img onerror=alert(1)&gt;\\|"a\\_b\\`\\*\\\\n,🛼\\\\u{1b}\\[31m\\\\u{202e}.csv

        - **warning**: taken as one phase
        - **recording**: csv, first time stamp 1e9 s, a frame every 16.667 ms, 2 frames dropped, y on a grid of 0.5 pt, y edge at -64 pt
        - **cleaning**: repeated sample dropped: 3 (lines 4, 9, …)

        ### y, whole: bounce, 49 samples from 0 s to 0.8016 s

        - **warning**: a wide, "quoted" warning

        | parameter | value | 95 % interval |  |
        | :--- | :--- | :--- | :--- |
        | rest | 64 pt |  | fixed |
        | damping | 10.9038 ± 0.0057 1/s | 10.8923 to 10.9153 |  |
        | destination | infinite | -infinite to 3 | derived |

        - **residuals**: rms 0.162 pt is 1.12 times the floor 0.144 pt of a 0.5 pt grid, largest 0.41 pt, 46 degrees of freedom, Durbin-Watson 0.68, runs p &lt; 0.001
        - **over time**: ▅▁▅▇ (±0.5 pt)
        - **noise**: all samples alike, their scatter estimated from the residuals
        - **errors**: from the curvature at the minimum, Student's t with 46 degrees of freedom
        - **verdict**: holds: 0.05 % of the travel
        - **against**: damping 10.9 (damping article): +0.0038, 0.7 standard errors
        - **selection**: AICc -170.2, BIC -165.0, R² 0.99999513
        - **weights**: bounce 1.000, spring &lt; 0.001
        - **converged**: variable-projection, 1 iteration, 9 evaluations: the gradient is zero

        """)
  }

  @Test("Claims as Markdown") func claims() {
    #expect(
      ReportFormat.markdown.render([Samples.claims[1]]) == """
        | claim | article | published | recomputed | verdict |
        | :--- | :--- | ---: | :--- | :--- |
        | bounce-joint-f-test | damping |  | 16.8 | new |

        ### bounce-joint-f-test

        - **statement**: one damping for all
        - **also**: p 3e-7
        - **detail**: new

        """)
  }

  @Test("A projection as Markdown") func projection() {
    let text = ReportFormat.markdown.render(Samples.projection)
    #expect(text.contains("| 0.998 | 1000 | 499.0000 | 499.4998 | 0.4998332 | -0.1001 % |\n"))
    #expect(text.contains("\n## deceleration rate 0.998 1/ms, 4 flings\n"))
    #expect(text.contains("| slope | 0.499654 ± 0.000041 s | 0.499476 to 0.499832 |\n"))
  }

  @Test("Every character that marks up in GitHub's dialect")
  func escaping() {
    #expect(
      MarkdownWriter.escaped("a|b_c`d*e<f>&g[h]#~$\\")
        == ##"a\|b\_c\`d\*e&lt;f&gt;&amp;g\[h]\#\~\$\\"##)
    #expect(MarkdownWriter.escaped("a\nb\r\n| x |") == #"a\\nb\\r\\n\| x \|"#)
  }
}
